import { Argument, type Command, type Option } from 'commander'
import { reference } from '../reference.ts'

/** Each asks plg itself what may come next, so that it never differs from what plg takes. */
const SCRIPTS = {
  bash: `_plg() {
  local IFS=$'\\n' word="\${COMP_WORDS[COMP_CWORD]}" line="\${COMP_LINE:0:COMP_POINT}"
  local words
  IFS=' ' read -r -a words <<< "$line"
  [[ "$line" == *' ' ]] && words+=('')
  # Bash parts words at a colon; what stands before it is in the line already.
  local typed="\${words[\${#words[@]}-1]}"
  local before="\${typed%"$word"}"
  [[ "$word" == ':' ]] && before="$typed"
  COMPREPLY=($(plg complete -- "\${words[@]:1}" 2>/dev/null))
  COMPREPLY=("\${COMPREPLY[@]#"$before"}")
}
complete -o default -F _plg plg
`,
  zsh: `#compdef plg
_plg() {
  local -a found
  found=("\${(@f)$(plg complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  [[ -n "\${found[1]}" ]] && compadd -- $found || _files
}
compdef _plg plg
`,
  fish: `complete -c plg -f -a '(plg complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
} as const
type Shell = keyof typeof SCRIPTS

/** How each is loaded at every start. */
const LOADED: Readonly<Record<Shell, string>> = {
  bash: "echo 'source <(plg completion bash)' >> ~/.bashrc",
  zsh: "echo 'source <(plg completion zsh)' >> ~/.zshrc (after compinit)",
  fish: 'plg completion fish > ~/.config/fish/completions/plg.fish',
}

const isOption = (word: string): boolean => word.startsWith('-')
const takesValue = (option: Option | undefined): boolean => option?.required === true || option?.optional === true

/** The options of a command and of those that it stands below. */
function optionsOf(command: Command): Option[] {
  const above = command.parent ? optionsOf(command.parent) : []
  return [...command.options.filter(({ hidden }) => !hidden), ...above]
}

/** Kinds of names that an argument or an option takes, by what it is called. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  'trigger type': ['event'],
  'explain name': ['operation', 'event', 'scope', 'error'],
  type: ['event'],
  code: ['error'],
  'optional-scope': ['scope'],
}

async function namesFor(key: string): Promise<string[]> {
  const kinds = NAMED[key]
  if (!kinds) return []
  return (await reference()).filter(({ kind }) => kinds.some(one => one === kind)).map(({ id }) => String(id))
}

/** What may come after these words; the last of them has just been begun. Nothing where it is for the shell to say. */
export async function continuations(program: Command, words: readonly string[]): Promise<string[]> {
  const before = words.slice(0, -1)
  let command = program
  let [taken, pending]: [number, Option | undefined] = [0, undefined]
  for (const word of before) {
    if (takesValue(pending)) pending = undefined
    else if (isOption(word)) pending = optionsOf(command).find(({ long, short }) => word === long || word === short)
    else {
      const next = command.commands.find(one => one.name() === word)
      if (next) command = next
      else taken++
    }
  }
  if (pending && takesValue(pending)) return pending.argChoices ?? namesFor(pending.long?.slice(2) ?? '')
  if (isOption(words.at(-1) ?? '')) return optionsOf(command).flatMap(({ long }) => long ?? [])
  const argument = command.registeredArguments[taken]
  const names = command.commands.map(one => one.name()).filter(name => name !== 'complete')
  return [...names, ...(argument?.argChoices ?? (await namesFor(`${command.name()} ${argument?.name()}`)))]
}

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>').choices(Object.keys(SCRIPTS)))
    .summary('print what completes the commands in a shell')
    .description('Prints a script that lets the shell complete commands, options and names of the contract.')
    .addHelpText('after', `\n${Object.values(LOADED).join('\n')}`)
    .action((shell: Shell) => void process.stdout.write(SCRIPTS[shell]))
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action(async (words: string[]) => {
      const begun = words.at(-1) ?? ''
      const found = (await continuations(program, words)).filter(word => word.startsWith(begun))
      process.stdout.write(
        [...new Set(found)]
          .sort()
          .map(word => `${word}\n`)
          .join(''),
      )
    })
}
