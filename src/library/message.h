// Parameter reports in the text that BLAS libraries print.
#pragma once

#include <string_view>

#include "call/observation.h"

namespace gemmcheck {

/// One report: "parameter `number` of `routine` is wrong".
struct Report {
  MessageFormat format = MessageFormat::kNone;
  int number = 0;            ///< as printed; saturated to the range of int
  std::string_view routine;  ///< as printed, trailing blanks cut; a view into the text
};

/// Finds every parameter report in `text`, which may hold any bytes, and returns how many there
/// are. Blanks are never matched: any run of them, a comma after the routine's name, a wide or
/// negative number are read alike. `*first` gets the first report; where there is none it is
/// {kUnread, 0, ""} for text with anything but white space in it and {kNone, 0, ""} otherwise.
/// Does not allocate.
int parse_reports(std::string_view text, Report* first);

}  // namespace gemmcheck
