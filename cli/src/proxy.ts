import * as http from 'node:http'
import { tell } from './output.ts'

const { env } = process
const isWanted = [env.HTTPS_PROXY, env.https_proxy, env.HTTP_PROXY, env.http_proxy].some(Boolean)

/**
 * Goes through the proxy that the environment names, NO_PROXY apart, as Node itself does it. Where Node does so only when it
 * is told at its start, plg is started once more; answers whether that has been done.
 */
export async function throughProxy(): Promise<boolean> {
  if (!isWanted || env.NODE_USE_ENV_PROXY) return false
  const set: unknown = Reflect.get(http, 'setGlobalProxyFromEnv')
  if (typeof set === 'function') {
    set()
    return false
  }
  if (!process.allowedNodeEnvironmentFlags.has('--use-env-proxy')) {
    tell(`HTTPS_PROXY is left out: Node ${process.version} knows no proxies, 22.21 and 24 do.`)
    return false
  }
  const { spawnSync } = await import('node:child_process')
  const again = spawnSync(process.execPath, process.argv.slice(1), {
    stdio: 'inherit',
    env: { ...env, NODE_USE_ENV_PROXY: '1' },
  })
  process.exitCode = again.status ?? 1
  return true
}
