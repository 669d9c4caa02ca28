import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DASHBOARDS, dashboardOf } from './dashboards.ts'
import { valuesSchema } from './values-schema.ts'

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/** What is printed from elsewhere, by its path: the dashboards, and what values the chart takes. */
export const printed = (): Map<string, string> =>
  new Map([
    ...Object.entries(DASHBOARDS).map(([title, panels]) => {
      const dashboard = dashboardOf(title, panels)
      return [`grafana/dashboards/${dashboard.uid}.json`, json(dashboard)] as const
    }),
    ['helm/clinic/values.schema.json', json(valuesSchema())],
  ])

/** `npm run deploy:print` writes it. */
if (import.meta.main) for (const [path, text] of printed()) await writeFile(join(import.meta.dirname, path), text)
