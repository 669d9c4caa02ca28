import { foldForSearch } from '@clinic/server/kernel/values/fold-for-search.ts'
import pg from 'pg'
import { type Bench, startBench } from './product.ts'
import { seedClinics, settle } from './seed.ts'
import { type LoggedIn, receptionist } from './staff.ts'
import { share, waits } from './waits.ts'

const PATIENTS = 20_000
const TIMES = Number(process.env.BENCH_SEARCHES ?? 200)
const MOST_MS = 50

const FIRST = ['أحمد', 'فاطمة', 'Noura', 'خالد', 'Sara', 'عبد الرحمن', 'Layla', 'يوسف', 'هدى', 'Omar']
const LAST = ['الغامدي', 'القحطاني', 'Haddad', 'الحربي', 'Salem', 'العتيبي', 'الشمري', 'Qasim', 'الزهراني', 'المطيري']

/** Whom a receptionist looks for: what many are called, what one is called, and numbers in each spelling. */
const ASKED: Readonly<Record<string, (n: number) => string>> = {
  'a first name that 2 000 have, without its hamza': () => 'احمد',
  'a whole name': () => 'احمد الغامدي',
  'three letters': n => ['خال', 'nou', 'lay', 'يوس'][n % 4] ?? '',
  '05…': n => `050000${String(n * 7).padStart(4, '0')}`,
  '+966…': n => `+966 50 000 ${String(n * 7).padStart(4, '0')}`,
  'a phone in Arabic digits': n =>
    `050000${String(n * 7).padStart(4, '0')}`.replace(/\d/g, one => '٠١٢٣٤٥٦٧٨٩'[+one] ?? ''),
  'the last four digits': n => String(1_000 + n * 7),
  'a file number': n => String(10_000 + n * 31),
}

/** Gives the patients names as they are in the clinics. */
async function furnish({ ownerUrl }: Bench, companyId: string): Promise<void> {
  const client = new pg.Client(ownerUrl)
  await client.connect()
  try {
    const names = FIRST.flatMap(first => LAST.map(last => [first, last, foldForSearch(`${first} ${last}`)] as const))
    await client.query(
      `update patient set first_name = name.first, last_name = name.last, name_text = name.folded,
         search_text = name.folded || ' ' || phone_number || ' ' || file_number
       from (select * from unnest($2::text[], $3::text[], $4::text[]) with ordinality as t (first, last, folded, n)) as name
       where company_id = $1 and name.n = 1 + file_number % $5`,
      [companyId, ...[0, 1, 2].map(part => names.map(name => name[part])), names.length],
    )
  } finally {
    await client.end()
  }
}

/** What a search takes that finds a patient. */
const search = (port: number, headers: LoggedIn, asked: (n: number) => string) =>
  waits(TIMES, async n => {
    const address = `http://127.0.0.1:${port}/staff/v1/search?${new URLSearchParams({ q: asked(n) })}`
    const answer = await fetch(address, { headers })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${answer.status} ${text}`)
    if (text.includes('"patients":[]')) throw new Error(`${asked(n)} finds no patient`)
  })

/** A search of the console among 20 000 patients, by everything that people type. */
export async function run(): Promise<void> {
  const bench = await startBench()
  try {
    const [clinic] = await seedClinics(bench.ownerUrl, 'one', 1, PATIENTS)
    if (!clinic) throw new Error('No clinic was made.')
    await furnish(bench, clinic.id)
    const headers = await receptionist(bench.ownerUrl, clinic.id)
    await settle(bench.ownerUrl)
    for (const asked of Object.values(ASKED)) await search(bench.product.port, headers, asked)
    const all: number[] = []
    console.log(`${''.padEnd(50)}${'p50 ms'.padStart(8)}${'p95 ms'.padStart(8)}`)
    for (const [name, asked] of Object.entries(ASKED)) {
      const took = await search(bench.product.port, headers, asked)
      all.push(...took)
      console.log(`${name.padEnd(50)}${share(took, 0.5).padStart(8)}${share(took, 0.95).padStart(8)}`)
    }
    all.sort((one, other) => one - other)
    console.log(`${'all'.padEnd(50)}${share(all, 0.5).padStart(8)}${share(all, 0.95).padStart(8)} (at most ${MOST_MS})`)
  } finally {
    await bench.close()
  }
}
