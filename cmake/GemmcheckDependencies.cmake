# Every dependency is a Debian package; what misses is named all at once, with the command that installs it.
set(_gemmcheck_missing "")
macro(gemmcheck_find package debian)
  find_package(${package} QUIET)
  if(NOT ${package}_FOUND)
    list(APPEND _gemmcheck_missing ${debian})
  endif()
endmacro()

gemmcheck_find(fmt libfmt-dev)
gemmcheck_find(CLI11 libcli11-dev)
gemmcheck_find(nlohmann_json nlohmann-json3-dev)
gemmcheck_find(tl-expected libexpected-dev)
gemmcheck_find(tomlplusplus libtomlplusplus-dev)
if(GEMMCHECK_BUILD_TESTS)
  gemmcheck_find(GTest "libgtest-dev;libgmock-dev")
  gemmcheck_find(rapidcheck librapidcheck-dev)
endif()
if(GEMMCHECK_BUILD_BENCH)
  gemmcheck_find(benchmark libbenchmark-dev)
endif()
find_package(Threads REQUIRED)

if(_gemmcheck_missing)
  list(JOIN _gemmcheck_missing " " _gemmcheck_missing)
  message(FATAL_ERROR "gemmcheck needs packages that are not installed. On Debian or Ubuntu:\n"
                      "  apt-get install ${_gemmcheck_missing}\n")
endif()

# Debian has no static libfmt, and a portable program must not need the shared one.
add_library(gemmcheck_fmt INTERFACE)
target_link_libraries(gemmcheck_fmt INTERFACE $<IF:$<BOOL:${GEMMCHECK_PORTABLE}>,fmt::fmt-header-only,fmt::fmt>)
