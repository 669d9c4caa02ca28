import { Conflict, createClient } from '@clinic/sdk'

const clinic = createClient()
const [branchId = '', doctorId = '', patientId = ''] = process.argv.slice(2)

const { days } = await clinic.availability.get({ branchId, doctorId, days: 14 })
for (const { start, end } of days.flatMap(day => day.slots)) {
  // The same for the same wish: sent twice, it books once.
  const idempotencyKey = `booking ${patientId} ${doctorId} ${start}`
  try {
    const booked = await clinic.appointments.create({ branchId, doctorId, patientId, start, end }, { idempotencyKey })
    console.log('booked', booked.id, booked.start)
    process.exit()
  } catch (error) {
    // It was taken meanwhile: try the next one. Anything else no other slot mends.
    if (!(error instanceof Conflict && error.code === 'slot_unavailable')) throw error
  }
}
console.log('nothing is free')
