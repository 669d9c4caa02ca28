import { existsSync } from 'node:fs'
import { createClient } from '@clinic/sdk'
import { pluginOf } from './plugin.js'
import { listen } from './server.js'

if (existsSync('.env')) process.loadEnvFile()
// In a container, or on a machine of its own: HOST=0.0.0.0
const { HOST = '127.0.0.1', PORT = '3100', WEBHOOK_SECRET } = process.env

const { port } = await listen(pluginOf({ clinic: createClient(), secret: WEBHOOK_SECRET }), Number(PORT), HOST)
console.log(`Events are taken at http://localhost:${port}/webhooks`)
