# Writes a C++ file that holds the files of this folder: cmake -DFOLDER=core/engine/capture/library
# -DOUT=library_files.cpp -P embed.cmake
file(GLOB_RECURSE files RELATIVE ${FOLDER} ${FOLDER}/*.py)
list(SORT files)
string(CONCAT text
  "// Made by core/engine/capture/library/embed.cmake. Do not edit.\n"
  "#include \"core/engine/capture/library/library.h\"\n\n"
  "namespace seesaw {\n\nnamespace {\n\nconstexpr LibraryFile kFiles[] = {\n")
foreach(path IN LISTS files)
  file(READ ${FOLDER}/${path} code)
  string(REGEX REPLACE "\n *#[^\n]*" "\n" code "${code}")  # comments are for readers; lines keep their numbers
  string(APPEND text "    {\"${path}\", R\"PY(${code})PY\"},\n")
endforeach()
string(APPEND text "};\n\n}  // namespace\n\n"
  "std::span<const LibraryFile> library_files() { return kFiles; }\n\n}  // namespace seesaw\n")
file(WRITE ${OUT} "${text}")
