/**
 * `seesaw completion bash|zsh|fish`: what a shell completes, made from the table of commands.
 *
 *   eval "$(seesaw completion bash)"                          # in ~/.bashrc
 *   seesaw completion fish > ~/.config/fish/completions/seesaw.fish
 */
import { CliError } from './input.js';
import { TABS } from '../tabs.js';

/** @typedef {import('./commands.js').CliCommand} CliCommand */
/** Words that an option takes; of others files are completed. @typedef {Record<string, string[]>} Words */

const FIXED = {
  'ambient-grad': ['on', 'off'],
  torch: ['2.6', '2.14'],
  tab: [...TABS],
  theme: ['system', 'light', 'dark'],
};

/** @param {CliCommand} command */
const optionsOf = ({ options }) => Object.keys(options).map((name) => `--${name}`);

/** @param {Record<string, CliCommand>} commands @param {Words} words */
function bash(commands, words) {
  const names = Object.keys(commands).join(' ');
  const values = Object.entries(words).map(([option, list]) => `    --${option}) words="${list.join(' ')}" ;;`);
  const options = Object.entries(commands).map(
    ([name, command]) => `      ${name}) words="${[...optionsOf(command), '--help'].join(' ')}" ;;`,
  );
  return `_seesaw() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words= prefix=
  COMPREPLY=()
  case $before in
${values.join('\n')}
    completion) words="bash zsh fish" ;;
    help) words="${names}" ;;
    *)
      if [[ $COMP_CWORD == 1 ]]; then words="${names} help"
      elif [[ $current == -* ]]; then case \${COMP_WORDS[1]} in
${options.join('\n')}
      esac; fi ;;
  esac
  [[ -n $words ]] || return 0
  # Passes are a list with commas.
  if [[ $before == --passes ]]; then prefix=\${current%"\${current##*,}"}; fi
  COMPREPLY=($(compgen -P "$prefix" -W "$words" -- "\${current#"$prefix"}"))
}
complete -o default -F _seesaw seesaw
`;
}

/** A word of fish. @param {string} text */
const quoted = (text) => `'${text.replace(/[\\']/g, '\\$&')}'`;

/** @param {Record<string, CliCommand>} commands @param {Words} words */
function fish(commands, words) {
  const lines = ['complete -c seesaw -f -n __fish_use_subcommand -a help'];
  for (const [name, { summary, options }] of Object.entries(commands)) {
    lines.push(`complete -c seesaw -f -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`);
    for (const [option, { type, short }] of Object.entries(options)) {
      const list = words[option];
      const takes = type === 'boolean' ? '' : list === undefined ? ' -r' : ` -x -a ${quoted(list.join(' '))}`;
      const letter = short === undefined ? '' : ` -s ${short}`;
      lines.push(`complete -c seesaw -n '__fish_seen_subcommand_from ${name}' -l ${option}${letter}${takes}`);
    }
  }
  lines.push(`complete -c seesaw -f -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'`);
  lines.push(
    `complete -c seesaw -f -n '__fish_seen_subcommand_from help' -a ${quoted(Object.keys(commands).join(' '))}`,
  );
  return `${lines.join('\n')}\n`;
}

/**
 * @param {string | undefined} shell @param {Record<string, CliCommand>} commands
 * @param {import('../index.js').Description} description
 */
export function completionOf(shell, commands, { passes, formats }) {
  const words = {
    ...FIXED,
    format: formats.map(({ name }) => name),
    passes: passes.map(({ name }) => name),
    option: passes.flatMap(({ name, options }) => options.map((one) => `${name}.${one.name}=`)),
  };
  switch (shell) {
    case 'bash':
      return bash(commands, words);
    case 'zsh':
      // zsh runs what bash does.
      return `autoload -U +X compinit bashcompinit\ncompinit\nbashcompinit\n${bash(commands, words)}`;
    case 'fish':
      return fish(commands, words);
    default:
      throw new CliError(
        shell === undefined ? 'a shell is missing' : `there is no completion for '${shell}'`,
        'write seesaw completion bash, zsh or fish',
      );
  }
}
