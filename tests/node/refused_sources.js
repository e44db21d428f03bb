/** Sources of oracle/found_sources.py that are refused here whatever the version, with what is missing. */
/** @type {[string, string][]} */
export const REFUSED_SOURCES = [
  ['cause_attribute_of_constant, nonstrict', 'attributes of tensors that a module holds'],
  ['cause_attribute_of_constant, strict', 'attributes of tensors that a module holds'],
];
