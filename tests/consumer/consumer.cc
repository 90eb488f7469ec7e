// The smallest use of the library: read a call, predict it.
#include <iostream>

#include "call/text.h"
#include "contract/predict.h"

int main() {
  const auto call = gemmcheck::parse_call("dgemm_ m=2 n=3 k=4 lda=1");
  if (!call) return 1;
  const gemmcheck::Prediction prediction = gemmcheck::predict(*call);
  if (prediction.deciding == gemmcheck::kNoClause) return 1;
  std::cout << gemmcheck::netlib_contract().clauses[prediction.deciding].rule << '\n';
}
