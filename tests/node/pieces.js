/**
 * A pattern in pieces, each of which is a pattern: `pieces(/^a long /, /text$/)` is /^a long text$/. A group stands in
 * one piece.
 * @param {...RegExp} parts @returns {RegExp}
 */
export const pieces = (...parts) => new RegExp(parts.map(({ source }) => source).join(''));
