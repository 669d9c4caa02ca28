import Fastify from 'fastify'
import pg from 'pg'

/**
 * What the product is measured against: Fastify and one prepared statement per request, on the same database. No token,
 * no scope, no audit, no idempotency, no validation. Arguments: database URL, port.
 */
const [url = '', port = '0'] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 10 })
const app = Fastify()

const COLUMNS = `id, file_number, clinic_file_number, gender, is_lead, disabled, pending, branch_id, doctor_id, phone_number,
  created_at, updated_at, first_name, last_name, email, birth_date, address, national_id, insurance_company_id`

app.get<{ Params: { company: string; id: string } }>('/bare/:company/patients/:id', async ({ params }) => {
  const text = `select ${COLUMNS} from patient where company_id = $1 and id = $2`
  const { rows } = await pool.query({ name: 'by id', text, values: [params.company, params.id] })
  return { data: rows[0] }
})

app.get<{ Params: { company: string } }>('/bare/:company/patients', async ({ params }) => {
  const text = `select ${COLUMNS} from patient where company_id = $1 and deleted_at is null order by created_at desc, id desc limit 26`
  const { rows } = await pool.query({ name: 'list', text, values: [params.company] })
  return { data: rows.slice(0, 25), hasMore: rows.length > 25 }
})

app.post<{ Params: { company: string }; Body: Record<string, string> }>(
  '/bare/:company/patients',
  async ({ params, body }, reply) => {
    const text = `insert into patient (company_id, id, file_number, branch_id, first_name, last_name, phone_number, search_text, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, now(), now()) returning ${COLUMNS}`
    const values = [
      params.company,
      body.id,
      Number(body.fileNumber),
      body.branchId,
      body.firstName,
      body.lastName,
      body.phoneNumber,
      body.searchText,
    ]
    const { rows } = await pool.query({ name: 'create', text, values })
    reply.code(201)
    return { data: rows[0] }
  },
)

await app.listen({ port: Number(port), host: '127.0.0.1' })
process.send?.('ready')
