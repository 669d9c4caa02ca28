import { type Env, type Environment, fileSetting, readSettings, SETTING_NAMES, type Settings } from './env.ts'
import { ROLE_NAMES, type RoleName } from './roles.ts'
import { SETTINGS } from './settings.ts'

type NamesOf<Role extends RoleName> = {
  [Name in keyof Settings]: Role extends Settings[Name]['processes'][number] ? Name : never
}[keyof Settings]
/** What a role gets, and nothing else: what its code asks for beyond that does not compile. */
export type EnvOf<Role extends RoleName> = Pick<Env, NamesOf<Role>>

/** What Node and the libraries take from the machine's environment, and who needs it. Nothing else of it is handed on. */
const MACHINE: readonly (readonly [name: RegExp, roles: readonly RoleName[]])[] = [
  [/^(PATH|HOME|TMPDIR|TZ|LANG|LC_\w+)$/, ROLE_NAMES],
  [/^(NODE_OPTIONS|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR)$/, ROLE_NAMES],
  // What measures the parts of the driver: see db/pipelining/README.md.
  [/^PIPELINING_WITHOUT$/, ROLE_NAMES],
  // The machine's own key for the bucket, where FILES_S3_ACCESS_KEY_ID names none.
  [/^AWS_\w+$/, ['api', 'worker']],
]

const ofMachine = (name: string, role: RoleName): boolean =>
  MACHINE.some(([pattern, roles]) => pattern.test(name) && roles.includes(role))

const isFor =
  <Role extends RoleName>(role: Role) =>
  (name: keyof Settings): name is NamesOf<Role> =>
    SETTINGS[name].processes.some(one => one === role)

/** Reads the settings of one role. */
export const readEnvOf = <Role extends RoleName>(role: Role, environment: Environment): EnvOf<Role> =>
  readSettings(SETTING_NAMES.filter(isFor(role)), environment)

/** The environment of the process of a role: of its settings those that are set, and what it needs of the machine's. */
export function environmentOf(role: RoleName, environment: Environment): Environment {
  const own = new Set<string>(SETTING_NAMES.filter(isFor(role)).flatMap(name => [name, fileSetting(name)]))
  return Object.fromEntries(Object.entries(environment).filter(([name]) => own.has(name) || ofMachine(name, role)))
}
