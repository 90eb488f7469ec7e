// The error exits that the reference BLAS tests itself with: BLAS/TESTING/dblat3.f (Fortran) and
// CBLAS/testing/c_d3chke.c (CBLAS), Reference-LAPACK at 51b34947, the dgemm rows.
#pragma once

#include <array>
#include <cstdint>

#include "call/call.h"

namespace gemmcheck::testing {

struct ErrorExit {
  Api api;
  std::int32_t layout;
  std::int32_t transa;
  std::int32_t transb;
  std::int64_t m;
  std::int64_t n;
  std::int64_t k;
  std::int64_t lda;
  std::int64_t ldb;
  std::int64_t ldc;
  int number;  ///< expected by the test program
  Key parameter;
  int number_3_11;  ///< what version 3.11.0 really reports: its row-major transb comes out as 2
};

inline constexpr std::array<ErrorExit, 44> kNetlibErrorExits = {{
    {Api::kDgemm, 0, '/', 'N', 0, 0, 0, 1, 1, 1, 1, Key::kTransa, 1},
    {Api::kDgemm, 0, 'N', '/', 0, 0, 0, 1, 1, 1, 2, Key::kTransb, 2},
    {Api::kDgemm, 0, 'N', 'N', -1, 0, 0, 1, 1, 1, 3, Key::kM, 3},
    {Api::kDgemm, 0, 'T', 'N', -1, 0, 0, 1, 1, 1, 3, Key::kM, 3},
    {Api::kDgemm, 0, 'N', 'N', 0, -1, 0, 1, 1, 1, 4, Key::kN, 4},
    {Api::kDgemm, 0, 'T', 'N', 0, -1, 0, 1, 1, 1, 4, Key::kN, 4},
    {Api::kDgemm, 0, 'N', 'N', 0, 0, -1, 1, 1, 1, 5, Key::kK, 5},
    {Api::kDgemm, 0, 'T', 'N', 0, 0, -1, 1, 1, 1, 5, Key::kK, 5},
    {Api::kDgemm, 0, 'N', 'N', 2, 0, 0, 1, 1, 2, 8, Key::kLda, 8},
    {Api::kDgemm, 0, 'T', 'N', 0, 0, 2, 1, 2, 1, 8, Key::kLda, 8},
    {Api::kDgemm, 0, 'N', 'N', 0, 0, 2, 1, 1, 1, 10, Key::kLdb, 10},
    {Api::kDgemm, 0, 'N', 'T', 0, 2, 0, 1, 1, 1, 10, Key::kLdb, 10},
    {Api::kDgemm, 0, 'N', 'N', 2, 0, 0, 2, 1, 1, 13, Key::kLdc, 13},
    {Api::kDgemm, 0, 'T', 'N', 2, 0, 0, 1, 1, 1, 13, Key::kLdc, 13},
    {Api::kCblasDgemm, -1, 111, 111, 0, 0, 0, 1, 1, 1, 1, Key::kLayout, 1},
    {Api::kCblasDgemm, -1, 112, 111, 0, 0, 0, 1, 1, 1, 1, Key::kLayout, 1},
    {Api::kCblasDgemm, 102, -1, 111, 0, 0, 0, 1, 1, 1, 2, Key::kTransa, 2},
    {Api::kCblasDgemm, 102, 111, -1, 0, 0, 0, 1, 1, 1, 3, Key::kTransb, 3},
    {Api::kCblasDgemm, 102, 111, 111, -1, 0, 0, 1, 1, 1, 4, Key::kM, 4},
    {Api::kCblasDgemm, 102, 112, 111, -1, 0, 0, 1, 1, 1, 4, Key::kM, 4},
    {Api::kCblasDgemm, 102, 111, 111, 0, -1, 0, 1, 1, 1, 5, Key::kN, 5},
    {Api::kCblasDgemm, 102, 112, 111, 0, -1, 0, 1, 1, 1, 5, Key::kN, 5},
    {Api::kCblasDgemm, 102, 111, 111, 0, 0, -1, 1, 1, 1, 6, Key::kK, 6},
    {Api::kCblasDgemm, 102, 112, 111, 0, 0, -1, 1, 1, 1, 6, Key::kK, 6},
    {Api::kCblasDgemm, 102, 111, 111, 2, 0, 0, 1, 1, 2, 9, Key::kLda, 9},
    {Api::kCblasDgemm, 102, 112, 111, 0, 0, 2, 1, 2, 1, 9, Key::kLda, 9},
    {Api::kCblasDgemm, 102, 111, 111, 0, 0, 2, 1, 1, 1, 11, Key::kLdb, 11},
    {Api::kCblasDgemm, 102, 111, 112, 0, 2, 0, 1, 1, 1, 11, Key::kLdb, 11},
    {Api::kCblasDgemm, 102, 111, 111, 2, 0, 0, 2, 1, 1, 14, Key::kLdc, 14},
    {Api::kCblasDgemm, 102, 112, 111, 2, 0, 0, 1, 1, 1, 14, Key::kLdc, 14},
    {Api::kCblasDgemm, 101, -1, 111, 0, 0, 0, 1, 1, 1, 2, Key::kTransa, 2},
    {Api::kCblasDgemm, 101, 111, -1, 0, 0, 0, 1, 1, 1, 3, Key::kTransb, 2},
    {Api::kCblasDgemm, 101, 111, 111, -1, 0, 0, 1, 1, 1, 4, Key::kM, 4},
    {Api::kCblasDgemm, 101, 112, 111, -1, 0, 0, 1, 1, 1, 4, Key::kM, 4},
    {Api::kCblasDgemm, 101, 111, 111, 0, -1, 0, 1, 1, 1, 5, Key::kN, 5},
    {Api::kCblasDgemm, 101, 112, 111, 0, -1, 0, 1, 1, 1, 5, Key::kN, 5},
    {Api::kCblasDgemm, 101, 111, 111, 0, 0, -1, 1, 1, 1, 6, Key::kK, 6},
    {Api::kCblasDgemm, 101, 112, 111, 0, 0, -1, 1, 1, 1, 6, Key::kK, 6},
    {Api::kCblasDgemm, 101, 111, 111, 0, 0, 2, 1, 1, 2, 9, Key::kLda, 9},
    {Api::kCblasDgemm, 101, 112, 111, 2, 0, 0, 1, 2, 1, 9, Key::kLda, 9},
    {Api::kCblasDgemm, 101, 111, 111, 0, 2, 0, 1, 1, 1, 11, Key::kLdb, 11},
    {Api::kCblasDgemm, 101, 111, 112, 0, 0, 2, 2, 1, 1, 11, Key::kLdb, 11},
    {Api::kCblasDgemm, 101, 111, 111, 0, 2, 0, 1, 2, 1, 14, Key::kLdc, 14},
    {Api::kCblasDgemm, 101, 112, 111, 0, 2, 0, 1, 2, 1, 14, Key::kLdc, 14},
}};

inline Call call_of(const ErrorExit& row) {
  Call call = baseline(row.api);
  call.layout = row.layout;
  call.transa = row.transa;
  call.transb = row.transb;
  call.m = row.m;
  call.n = row.n;
  call.k = row.k;
  call.lda = row.lda;
  call.ldb = row.ldb;
  call.ldc = row.ldc;
  return call;
}

}  // namespace gemmcheck::testing
