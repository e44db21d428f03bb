#include "core/graph/ir/namespace.h"

#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/base/rare.h"
#include "core/base/utf8.h"
#include "core/graph/ops_table/op_def.h"

namespace seesaw {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_char(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// Position of the underscore before a trailing number, or npos: the regular expression (.*)_(\d+)$.
std::size_t number_split(std::string_view text) {
  std::size_t at = text.size();
  while (at > 0 && is_digit(text[at - 1])) --at;
  if (at == text.size() || at == 0 || text[at - 1] != '_') return std::string_view::npos;
  return at - 1;
}

std::string_view without_zeros(std::string_view digits) {
  std::size_t first = digits.find_first_not_of('0');
  return first == std::string_view::npos ? digits.substr(digits.size() - 1) : digits.substr(first);
}

// Runs of characters outside [0-9a-zA-Z_] become one underscore; a leading digit gets a leading underscore.
std::string legal_candidate(std::string_view candidate) {
  std::string out;
  out.reserve(candidate.size() + 1);
  bool replaced = false;
  for (char c : candidate) {
    if (is_name_char(c)) {
      out += c;
      replaced = false;
    } else if (!replaced) {
      out += '_';
      replaced = true;
    }
  }
  if (out.empty()) return "_unnamed";
  if (is_digit(out[0])) out.insert(out.begin(), '_');
  return out;
}

bool is_legal_candidate(std::string_view text) {
  if (text.empty() || is_digit(text[0])) return false;
  for (char c : text) {
    if (!is_name_char(c)) return false;
  }
  return true;
}

constexpr std::uint32_t kMaxNumber = UINT32_MAX - 2;

}  // namespace

std::string Name::text() const {
  std::string out;
  append_to(out);
  return out;
}

void Name::append_to(std::string& out) const {
  out += base.view();
  if (has_number()) {
    out += '_';
    append_int(out, number());
  }
}

Name make_name(SymbolTable& symbols, std::string_view text) {
  std::size_t split = number_split(text);
  if (split != std::string_view::npos) {
    std::string_view digits = text.substr(split + 1);
    bool canonical = digits.size() <= 10 && (digits.size() == 1 || digits[0] != '0');
    if (canonical) {
      std::int64_t number = 0;
      for (char digit : digits) number = number * 10 + (digit - '0');
      if (number <= kMaxNumber) return {symbols.intern(text.substr(0, split)), static_cast<std::uint32_t>(number) + 1};
    }
  }
  return {symbols.intern(text), 0};
}

bool is_reserved_name(std::string_view name) {
  constexpr std::string_view kOwn[] = {"inf", "nan", "NoneType", "torch", "device", "fx_pytree", "pytree"};
  for (std::string_view own : kOwn) {
    if (own == name) return true;
  }
  return is_python_keyword(name) || is_python_builtin(name);
}

std::size_t Namespace::NumberSet::locate(std::uint32_t index) const {
  std::size_t mask = words_.size() - 1;
  std::size_t i = (index * 2654435761u >> 7) & mask;
  while (words_[i].index != index && words_[i].index != UINT32_MAX) i = (i + 1) & mask;
  return i;
}

bool Namespace::NumberSet::contains(std::uint32_t number) const {
  if (words_.empty()) return false;
  const Word& word = words_[locate(number / 64)];
  return word.index == number / 64 && (word.bits >> (number % 64) & 1) != 0;
}

void Namespace::NumberSet::erase(std::uint32_t number) {
  if (contains(number)) words_[locate(number / 64)].bits &= ~(std::uint64_t{1} << (number % 64));
}

bool Namespace::NumberSet::insert(std::uint32_t number) {
  if ((used_ + 1) * 4 > words_.size() * 3) {
    std::vector<Word> old(words_.empty() ? 2 : words_.size() * 2);
    old.swap(words_);
    for (const Word& word : old) {
      if (word.index != UINT32_MAX) words_[locate(word.index)] = word;
    }
  }
  Word& word = words_[locate(number / 64)];
  if (word.index == UINT32_MAX) {
    word.index = number / 64;
    ++used_;
  }
  std::uint64_t bit = std::uint64_t{1} << (number % 64);
  bool added = (word.bits & bit) == 0;
  word.bits |= bit;
  return added;
}

const Namespace::Base* Namespace::find_base(Symbol base) const {
  if (slots_.empty()) return nullptr;
  std::size_t mask = slots_.size() - 1;
  for (std::size_t i = base.hash() & mask; slots_[i] != 0; i = (i + 1) & mask) {
    if (bases_[slots_[i] - 1].base == base) return &bases_[slots_[i] - 1];
  }
  return nullptr;
}

Namespace::Base& Namespace::base_of(Symbol base) {
  if (const Base* known = find_base(base)) return *const_cast<Base*>(known);
  bases_.push_back({});
  bases_.back().base = base;
  std::size_t first = bases_.size() - 1;
  if (bases_.size() * 2 > slots_.size()) {
    slots_.assign(slots_.empty() ? 8 : slots_.size() * 2, 0);
    first = 0;
  }
  std::size_t mask = slots_.size() - 1;
  for (std::size_t at = first; at < bases_.size(); ++at) {
    std::size_t i = bases_[at].base.hash() & mask;
    while (slots_[i] != 0) i = (i + 1) & mask;
    slots_[i] = static_cast<std::uint32_t>(at) + 1;
  }
  return bases_.back();
}

bool Namespace::is_used(Name name) const {
  const Base* base = find_base(name.base);
  if (base == nullptr) return false;
  return name.has_number() ? base->numbers.contains(name.number()) : base->plain_used;
}

void Namespace::mark(Name name) {
  Base& base = base_of(name.base);
  if (name.has_number()) {
    base.numbers.insert(name.number());
  } else {
    base.plain_used = true;
  }
}

void Namespace::reserve(Name name) { mark(name); }

void Namespace::release(Name name) {
  Base& base = base_of(name.base);
  if (name.has_number()) {
    base.numbers.erase(name.number());
  } else {
    base.plain_used = false;
  }
}

void Namespace::take(Name name) {
  std::string_view base = name.base.view();
  bool plain = !name.has_number();
  bool legal = base.empty() ? !plain : is_legal_candidate(base) && !(plain && reserved(name.base));
  if (is_used(name) || !legal) {
    mark(name);
    return;
  }
  Name created = create_name(name);  // its counters continue as if the node had requested the name
  if (created == name) return;
  release(created);  // x_007
  mark(name);
}

bool Namespace::reserved(Symbol base) {
  SymbolText* text = base.raw();
  if (text->cached == 0) text->cached = is_reserved_name(base.view()) ? 2 : 1;
  return text->cached == 2;
}

// 2.14: a number with zeros in front stays, the number of a taken name goes on from the last one of its base, and "_1"
// has no number.
SEESAW_RARE Name Namespace::create_newer(std::string_view legal) {
  std::size_t split = number_split(legal);
  bool plain = split == std::string_view::npos || split == 0;
  Symbol base = symbols_->intern(plain ? legal : legal.substr(0, split));
  Name result = make_name(*symbols_, legal);
  std::uint64_t number = base_of(base).counter;
  if (!plain && !is_used(result)) {
    number = static_cast<std::uint64_t>(parse_int(without_zeros(legal.substr(split + 1))).value_or(0));
  } else if (plain && reserved(base)) {
    result = {base, static_cast<std::uint32_t>(++number) + 1};
  }
  while (is_used(result)) {
    if (++number > kMaxNumber) return create_big(base, std::to_string(number));
    result = {base, static_cast<std::uint32_t>(number) + 1};
  }
  mark(result);
  base_of(base).counter = number;
  return result;
}

Name Namespace::create_name(std::string_view candidate, bool is_builtin_itself) {
  std::string legal = legal_candidate(candidate);
  if (is_newer() && !(is_builtin_itself && reserved(symbols_->intern(legal)))) return create_newer(legal);
  std::size_t split = number_split(legal);
  if (split != std::string::npos) {
    std::string_view digits = without_zeros(std::string_view(legal).substr(split + 1));
    Symbol base = symbols_->intern(std::string_view(legal).substr(0, split));
    if (digits.size() > 9) return create_big(base, std::string(digits));
    return create_name(Name{base, static_cast<std::uint32_t>(parse_int(digits).value_or(0)) + 1});
  }
  Symbol base = symbols_->intern(legal);
  if (is_builtin_itself && !is_python_keyword(legal)) {
    Base& entry = base_of(base);
    if (!entry.plain_used) {
      entry.plain_used = true;
      return Name{base, 0};
    }
  }
  return create_name(Name{base, 0});
}

[[gnu::noinline]] Name Namespace::create_name(Name candidate) {
  bool plain = !candidate.has_number();
  if (is_newer()) return create_name(candidate.text());
  if (plain && !is_legal_candidate(candidate.base.view())) return create_name(candidate.base.view());
  if (plain && number_split(candidate.base.view()) != std::string_view::npos) return create_name(candidate.base.view());
  if (!plain && !candidate.base.empty() && !is_legal_candidate(candidate.base.view()))
    return create_name(candidate.text());
  Base& base = base_of(candidate.base);
  std::uint64_t number = plain || candidate.number() == 0 ? base.counter : candidate.number();
  if ((plain || candidate.number() == 0) && !base.big_counter.empty()) {
    bool taken = plain ? base.plain_used || reserved(candidate.base) : base.numbers.contains(0);
    if (taken) return create_big(candidate.base, base.big_counter);
  }
  bool taken = plain ? base.plain_used || reserved(candidate.base) : base.numbers.contains(candidate.number());
  Name result = candidate;
  while (taken) {
    ++number;
    if (number > kMaxNumber) return create_big(candidate.base, std::to_string(number));
    result.suffix = static_cast<std::uint32_t>(number) + 1;
    taken = base.numbers.contains(static_cast<std::uint32_t>(number));
  }
  base.counter = number;
  base.big_counter.clear();
  if (result.has_number()) {
    base.numbers.insert(result.number());
  } else {
    base.plain_used = true;
  }
  return result;
}

// Numbers of ten digits and more, counted as decimal text.
Name Namespace::create_big(Symbol base, std::string number) {
  Name name = make_name(*symbols_, cat({base.view(), "_", number}));
  while (is_used(name)) {
    number = increment_decimal(number);
    name = make_name(*symbols_, cat({base.view(), "_", number}));
  }
  mark(name);
  Base& entry = base_of(base);
  std::optional<std::int64_t> fits = parse_int(number);
  entry.counter = fits ? static_cast<std::uint64_t>(*fits) : 0;
  entry.big_counter = fits && *fits <= kMaxNumber ? std::string() : number;
  return name;
}

std::string snake_case(std::string_view text) {
  std::string out;
  bool after_small = false;
  for (std::size_t i = 0; i < text.size();) {
    CodePoint point = decode_utf8(text, i);
    std::uint32_t c = point.value;
    if (c >= 'A' && c <= 'Z') {
      if (after_small) out += '_';
      out += static_cast<char>(c + 32);
    } else if (!point.valid) {
      out += text[i];
    } else {
      // Lower case of the Latin-1, Greek and Cyrillic capitals, enough for common identifiers.
      bool latin = c >= 0xC0 && c <= 0xDE && c != 0xD7;
      bool greek = c >= 0x391 && c <= 0x3A9;
      bool cyrillic = c >= 0x410 && c <= 0x42F;
      append_utf8(out, latin || greek || cyrillic ? c + 32 : c);
    }
    after_small = c >= 'a' && c <= 'z';
    i += point.size;
  }
  return out;
}

}  // namespace seesaw
