# The WebAssembly module: one pair of files that page, worker and Node load unchanged, without eval.
# The same lines work with Emscripten 3.1.6 (Debian 12) and current versions.

# Debian's Emscripten 3.1.6 looks for acorn where only Debian's own Node would find it.
if(EXISTS /usr/share/nodejs/acorn)
  set(CMAKE_CXX_LINKER_LAUNCHER "${CMAKE_COMMAND};-E;env;NODE_PATH=/usr/share/nodejs")
endif()
find_program(SEESAW_NODE node REQUIRED NO_CMAKE_FIND_ROOT_PATH)
set(CMAKE_CROSSCOMPILING_EMULATOR ${SEESAW_NODE})

# The default stack is 64 kB from 3.1.27 on, and the option was renamed there. The stack of all that runs on tensors
# takes 2,500 backward passes, each begun by a function of the one before.
if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.27)
  set(SEESAW_STACK_OPTION -sTOTAL_STACK)
else()
  set(SEESAW_STACK_OPTION -sSTACK_SIZE)
endif()
set(SEESAW_GRAPH_STACK ${SEESAW_STACK_OPTION}=1MB)
set(SEESAW_TENSOR_STACK ${SEESAW_STACK_OPTION}=4MB)

# Exceptions must be switched on for every object and for the link.
target_compile_options(seesaw_options INTERFACE -fwasm-exceptions)
# Every engine that knows WebAssembly exceptions knows these.
target_compile_options(seesaw_options INTERFACE -mbulk-memory -msign-ext -mnontrapping-fptoint)
# Nearly all memory comes from arenas: the small allocator is as fast here.
target_link_options(seesaw_options INTERFACE -fwasm-exceptions -sMALLOC=emmalloc)

# Speed where the time goes, size elsewhere: all of it at -O3 is a fifth larger, all of it at -Oz a third as fast. What
# is in neither list is small or runs once. Measure with scripts/bench and the size that the build prints.
set(SEESAW_FASTEST base/symbol graph/ir/arg graph/ir/graph graph/ir/namespace graph/ir/node graph/ir/value_printer
    graph/text/code_printer graph/text/graph_builder graph/text/lexer graph/text/syntax)
set(SEESAW_FAST graph/passes/node_utils graph/text/print_graph graph/text/statement_reader)
set(SEESAW_BALANCED graph/passes/replace_set_grad_with_hop_pass graph/text/lowering)
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  # No RTTI: only Embind asks for it.
  set_source_files_properties(wasm/bindings.cpp PROPERTIES COMPILE_OPTIONS "-Oz")
  set_source_files_properties(${SEESAW_GRAPH} ${SEESAW_GENERATED}/graph_records.cpp PROPERTIES
                              COMPILE_OPTIONS "-Oz;-fno-rtti")
  foreach(file ${SEESAW_BALANCED})
    set_source_files_properties(${CMAKE_SOURCE_DIR}/core/${file}.cpp PROPERTIES COMPILE_OPTIONS "-Os;-fno-rtti")
  endforeach()
  foreach(file ${SEESAW_FASTEST})
    set_source_files_properties(${CMAKE_SOURCE_DIR}/core/${file}.cpp PROPERTIES COMPILE_OPTIONS "-O2;-fno-rtti")
  endforeach()
  foreach(file ${SEESAW_FAST})
    set_source_files_properties(${CMAKE_SOURCE_DIR}/core/${file}.cpp PROPERTIES
                                COMPILE_OPTIONS "-O2;-mllvm;-inline-threshold=100;-fno-rtti")
  endforeach()
endif()

# -O1 links in seconds, without wasm-opt: for work on the code, not for a release.
set(SEESAW_LINK_LEVEL -O3 CACHE STRING "Optimisation of the modules when they are linked")

# The graph side, which a page shows first, and all of it: the same sources, and one library of them in both.
function(seesaw_wasm_module target name stack)
  add_executable(${target} wasm/bindings.cpp)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} SUFFIX .mjs)
  target_link_options(${target} PRIVATE -lembind ${SEESAW_LINK_LEVEL} -sMODULARIZE=1 -sEXPORT_ES6=1
                      -sENVIRONMENT=web,worker -sDYNAMIC_EXECUTION=0 -sFILESYSTEM=0
                      -sALLOW_MEMORY_GROWTH=1 -sINCOMING_MODULE_JS_API=instantiateWasm,print,printErr
                      -sEXPORTED_RUNTIME_METHODS=HEAPU8 --no-entry ${stack})
  if(CMAKE_BUILD_TYPE STREQUAL "Debug")
    # Browsers and Node map addresses to lines of C++ by the file beside the module.
    target_link_options(${target} PRIVATE -gsource-map --source-map-base ./)
  endif()
  if(EMSCRIPTEN_VERSION VERSION_GREATER_EQUAL 3.1.69)
    target_link_options(${target} PRIVATE -sEMBIND_AOT)
  endif()
endfunction()
seesaw_wasm_module(seesaw_module seesaw ${SEESAW_GRAPH_STACK})
# All objects in the order of their folders: code that is alike stands together and packs 1 % better.
target_link_libraries(seesaw_module PRIVATE -Wl,--whole-archive seesaw_graph -Wl,--no-whole-archive)

# The tensor surface: exported functions over handles, without Embind. Every operation goes through these files.
seesaw_wasm_module(seesaw_full_module seesaw-full ${SEESAW_TENSOR_STACK})
target_sources(seesaw_full_module PRIVATE wasm/tensor_boundary.cpp wasm/tensor_bindings.cpp wasm/tensor_autograd.cpp
               wasm/tensor_functions.cpp wasm/tensor_inspect.cpp wasm/tensor_signature.cpp wasm/tensor_scalars.cpp)
target_link_libraries(seesaw_full_module PRIVATE seesaw_engine)
target_compile_definitions(seesaw_full_module PRIVATE SEESAW_FULL)
target_compile_options(seesaw_engine PRIVATE -msimd128)
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  file(GLOB SEESAW_TENSOR_BOUNDARY ${CMAKE_SOURCE_DIR}/wasm/tensor_*.cpp)
  # For the target: what has options of its own is not compiled together with others.
  target_compile_options(seesaw_engine PRIVATE -O2 -fno-rtti)
  set_source_files_properties(${SEESAW_TENSOR_BOUNDARY} PROPERTIES COMPILE_OPTIONS "-O2;-fno-rtti")
  file(GLOB SEESAW_ARCHIVE ${CMAKE_SOURCE_DIR}/core/engine/archive/*.cpp)
  set_source_files_properties(${SEESAW_ARCHIVE} PROPERTIES COMPILE_OPTIONS "-Os;-fno-rtti")
endif()

# A pair is linked in the build folder, and comes to where it is loaded from when it is whole. Then: what a visitor
# downloads.
set(SEESAW_DIST ${CMAKE_SOURCE_DIR}/wasm/dist CACHE PATH "Folder that the modules are loaded from")
function(seesaw_install target name limit)
  add_custom_command(OUTPUT ${SEESAW_DIST}/${name}.mjs ${SEESAW_DIST}/${name}.wasm VERBATIM
    DEPENDS ${target} ${CMAKE_SOURCE_DIR}/wasm/install.mjs ${CMAKE_SOURCE_DIR}/wasm/print_size.mjs
    COMMAND ${SEESAW_NODE} ${CMAKE_SOURCE_DIR}/wasm/install.mjs $<TARGET_FILE_DIR:${target}> ${SEESAW_DIST} ${name}
    COMMAND ${SEESAW_NODE} ${CMAKE_SOURCE_DIR}/wasm/print_size.mjs ${SEESAW_DIST}/${name}.mjs ${limit}
            ${SEESAW_LINK_LEVEL})
endfunction()
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  seesaw_install(seesaw_module seesaw 0)
else()
  seesaw_install(seesaw_module seesaw 250)
endif()
seesaw_install(seesaw_full_module seesaw-full 0)
add_custom_target(seesaw ALL DEPENDS ${SEESAW_DIST}/seesaw.mjs ${SEESAW_DIST}/seesaw.wasm
                  ${SEESAW_DIST}/seesaw-full.mjs ${SEESAW_DIST}/seesaw-full.wasm)
