import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../app/product.ts'
import { endProcess } from '../child-process.ts'
import { eventually } from '../eventually.ts'
import type { Behind, Pooler } from './pooler.ts'

const configuration = (server: URL, port: number, users: string, lines: number) => `
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
default_pool_size = ${lines}
max_client_conn = 1000
server_idle_timeout = 1
max_prepared_statements = 500
server_round_robin = 1
unix_socket_dir =
user = nobody
`

/** The pgbouncer that a command runs, 1.21 or newer, before a server, set as the documentation says. */
export async function startPgbouncer(command: string, { ownerUrl, lines }: Behind): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'clinic-pgbouncer-'))
  await chmod(folder, 0o755)
  const [port, server] = [await freePort(), new URL(ownerUrl)]
  const [file, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users')]
  const user = `"${server.username}" "${decodeURIComponent(server.password)}"\n`
  await Promise.all([writeFile(users, user), writeFile(file, configuration(server, port, users, lines))])
  const [program = '', ...words] = command.split(' ')
  const child = spawn(program, [...words, file], { stdio: 'ignore' })
  const stop = async () => {
    await endProcess(child, 'SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
  await eventually(() => answers(port), true)
  return { url: `postgres://127.0.0.1:${port}`, stop }
}

const answers = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = createConnection(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
