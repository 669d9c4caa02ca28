/** Runs the worker on this machine with the environment that `plg dev` gives, at the port that it expects. */
import { spawn } from 'node:child_process'

const { PORT = '3100' } = process.env
const env = { ...process.env, CLOUDFLARE_INCLUDE_PROCESS_ENV: 'true' }
const child = spawn('wrangler', ['dev', '--port', PORT, '--show-interactive-dev-session=false'], {
  env,
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
child.once('exit', code => process.exit(code ?? 1))
