/** What each family is about, as the documentation introduces it. */
export const TAGS: Readonly<Record<string, string>> = {
  Patients:
    'Patient files. Names, phone numbers, addresses and other personal fields need the further scope patients:read.pii; without it they are left out.',
  Appointments: 'Appointments of a patient with a doctor at a branch. A doctor or a room is never booked twice.',
  Availability: 'When a doctor can be booked. What is offered here can be booked as it stands.',
  Invoices: 'Invoices, and what is still to be paid on them.',
  Payments: 'Money taken against invoices, and what was refunded.',
  Treatments: 'What was planned and done for a patient, tooth by tooth, in one or several steps.',
  Clinic: 'The clinic that installed the plugin: its country, currency, time zone and tax registration.',
  Branches: 'The places where the clinic works, with their rooms and opening hours.',
  Practitioners:
    'Doctors and staff. Phone numbers and e-mail addresses need the further scope practitioners:read.contact.',
  Procedures: 'What the clinic does, and what it costs.',
  Medications: 'The medications that doctors of the clinic prescribe.',
  Installation: 'What the clinic granted to the plugin, and the settings it entered.',
  'Webhook endpoints': 'Where events are sent, which of them, and how each delivery went.',
  Events: 'The events of the last 30 days, as they were sent: for reading again what an endpoint missed.',
  Sandbox:
    'For trying a plugin out in a sandbox clinic: causing what otherwise only a clinic, its patients or its providers do. With a token of a live clinic none of it is there.',
  Labs: 'Dental laboratories, what they make, and the work ordered from them.',
  Quotations: 'Price offers to patients, and whether they were signed.',
  Prescriptions: 'What was prescribed to a patient.',
  Forms: 'Forms, what patients answered in them, and consent forms.',
  Encounters: 'Visits: complaints, findings, notes and vital signs.',
  Files:
    'Files and x-rays of a patient. An upload has three steps: request a target, send the file there as multipart form data, confirm.',
  Insurance: 'Insurance companies, their policies, and what the classes of a policy cover.',
  Claims: 'What is claimed from insurers, and what they paid or rejected.',
  'Online payments': 'Payment pages for patients, and how the payments on them went.',
  'E-invoices': 'What was submitted to the tax authority, and what it answered.',
  Leads:
    'Prospective patients on their way through the stages of the clinic. Once a lead is a patient, its name and e-mail address are left out and its phone number masked without the scope patients:read.pii.',
  Communications:
    'Messages to patients. Phone numbers are looked up inside and never returned, and previews name nobody without the scope patients:read.pii.',
  Conversations: 'Chats with patients and others. Phone numbers are masked without the scope patients:read.pii.',
  Loyalty: 'Points of patients, and how they were earned and redeemed.',
  Feedback: 'How patients rated their visit.',
  Tasks: 'What the staff of the clinic has to do.',
  Inventory: 'Stock, its movements and purchase orders.',
  Bookkeeping: 'Expenses, income and the treasuries that money goes to.',
  Analytics: 'Figures of the clinic, as totals and as series over time.',
  Webhooks:
    'What the service sends to your endpoints. Payloads carry ids, numbers, dates and states, never names or phone numbers: read the details through the API. Events arrive in no guaranteed order, those of one change included: go by createdAt of the event, or read the record.',
}
