const api = process.env.API ?? 'http://localhost:4000/api/v1'
const headers = { Authorization: `Bearer ${process.env.TOKEN}`, 'Content-Type': 'application/json' }
const [branchId = '', doctorId = '', patientId = ''] = process.argv.slice(2)

const query = new URLSearchParams({ branchId, doctorId, days: '14' })
const found = await fetch(`${api}/availability?${query}`, { headers })
if (!found.ok) throw new Error(`${found.status} ${await found.text()}`)
const availability = JSON.parse(await found.text())

for (const day of availability.data.days) {
  for (const { start, end } of day.slots) {
    const response = await fetch(`${api}/appointments`, {
      method: 'POST',
      // The same for the same wish: sent twice, it books once.
      headers: { ...headers, 'Idempotency-Key': `booking ${patientId} ${doctorId} ${start}` },
      body: JSON.stringify({ branchId, doctorId, patientId, start, end }),
    })
    const { data, error } = JSON.parse(await response.text())
    if (data) {
      console.log('booked', data.id, data.start)
      process.exit()
    }
    // It was taken meanwhile: try the next one. Anything else no other slot mends.
    if (error.code !== 'slot_unavailable') throw new Error(`${error.code}: ${error.message}`)
  }
}
console.log('nothing is free')
