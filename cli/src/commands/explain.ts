import { nearest } from '@clinic/contract/suggest.ts'
import type { Command } from 'commander'
import { contextOf, type Globals } from '../context.ts'
import { wrongUsage } from '../failure.ts'
import type { Row } from '../records.ts'
import { reference } from '../reference.ts'

interface ExplainOptions extends Globals {
  kind?: string
}

async function explain(name: string | undefined, { kind }: ExplainOptions, command: Command): Promise<void> {
  const { print } = contextOf(command)
  const known = await reference()
  if (name === undefined) {
    const rows = known.filter(row => kind === undefined || row.kind === kind)
    return print.many(rows.map(brief), ['id', 'kind', 'means'])
  }
  const found = known.find(({ id }) => id === name)
  if (found) return print.one(found)
  const near = nearest(
    name,
    known.map(({ id }) => String(id)),
  )
  throw wrongUsage(`nothing is called ${name}${near ? `; did you mean ${near}?` : ': plg explain names all there is'}`)
}

const brief = ({ id, kind, means }: Row): Row => ({ id, kind, means })

export function addExplain(program: Command): void {
  program
    .command('explain')
    .argument('[name]', 'such as slot_unavailable, patients:read, task.created or tasks.create')
    .summary('say what an error, a scope, an event or an operation is')
    .description('Says what a name means and what belongs to it, without a network; without a name it lists them all.')
    .option('--kind <kind>', 'of the list: error, scope, event or operation')
    .action(async (name: string | undefined, options: ExplainOptions, command: Command) =>
      explain(name, options, command),
    )
}
