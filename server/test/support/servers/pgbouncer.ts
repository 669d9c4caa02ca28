import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../app/product.ts'
import { atEnd } from '../at-end.ts'
import { endProcess } from '../child-process.ts'
import { eventually } from '../eventually.ts'

const configuration = (server: URL, port: number, users: string) => `
[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = scram-sha-256
auth_file = ${users}
auth_user = ${server.username}
auth_query = select usename, passwd from pg_shadow where usename = $1
pool_mode = transaction
default_pool_size = 2
max_prepared_statements = 500
server_round_robin = 1
unix_socket_dir =
user = nobody
`

/** The pgbouncer that a command runs, 1.21 or newer, before a test's database, set as the documentation says; answers its address. */
export async function startPgbouncer(command: string, ownerUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clinic-pgbouncer-'))
  await chmod(folder, 0o755)
  const [port, server] = [await freePort(), new URL(ownerUrl)]
  const [file, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users')]
  const user = `"${server.username}" "${decodeURIComponent(server.password)}"\n`
  await Promise.all([writeFile(users, user), writeFile(file, configuration(server, port, users))])
  const [program = '', ...words] = command.split(' ')
  const child = spawn(program, [...words, file], { stdio: 'ignore' })
  atEnd(async () => {
    await endProcess(child, 'SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  await eventually(() => answers(port), true)
  return `postgres://127.0.0.1:${port}`
}

const answers = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = createConnection(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
