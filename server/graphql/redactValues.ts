/** GraphQL's message without quoted literals of the document or variables, which may be confidential; names stay. */
export function redactValues(message: string): string {
  return message
    .replace(/^(Expected value of type "[^"]+"), found (?!null\.$).*$/s, '$1.')
    .replace(/^([^:]{1,200} cannot represent [^:]{1,50}): .*$/s, '$1.')
    .replace(/^Value ".*" (does not exist in "[^"]+" enum\.).*$/s, 'Value $1')
    .replace(/^(Syntax Error: .{0,100}\b(?:Block)?String) ".*$/s, '$1.')
    .replace(/^Syntax Error: (.{1,40} limit of \d+ exceeded)/, '$1')
    .replace(/^Unknown operation named ".*$/s, 'Unknown operation name.');
}
