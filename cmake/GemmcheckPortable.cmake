# gemmcheck_program(TARGET): link options that every program of the project gets.
#
# With GEMMCHECK_PORTABLE: libstdc++ inside, libgcc outside (the static one asks for glibc 2.35), and an own arc4random.
# tests/portable reads from the finished programs that nothing else is needed.
function(gemmcheck_program target)
  if(GEMMCHECK_PORTABLE)
    target_link_options(${target} PRIVATE -static-libstdc++ -shared-libgcc)
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/portable/arc4random.c)
  endif()
endfunction()
