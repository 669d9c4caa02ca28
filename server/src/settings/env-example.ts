import { SETTINGS } from './settings.ts'

const HEADER = `# Under a setting stands which processes get it; the supervisor starts the others and hands none of its own on.
# Each may be the content of a file instead: SECRET_KEY_FILE=/run/secrets/secret-key.
`

/** The text of .env.example. */
export const exampleEnv = (): string =>
  [
    HEADER,
    ...Object.entries(SETTINGS).map(
      ([name, { help, fallback, processes }]) => `# ${help}\n# For: ${processes.join(', ')}.\n#${name}=${fallback}\n`,
    ),
  ].join('\n')
