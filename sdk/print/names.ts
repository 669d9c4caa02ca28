const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Names that a plugin's own files already know for something else. */
const TAKEN: Readonly<Record<string, string>> = { File: 'ClinicFile', Event: 'EventRecord' }

/** `lab_order`, `leadStage` and `task.created` are LabOrder, LeadStage and TaskCreated. */
export const pascal = (name: string): string => name.split(/[._-]/).map(capital).join('')

export const resourceName = (name: string): string => TAKEN[pascal(name)] ?? pascal(name)

/** The input of `listPatients` is ListPatientsInput. */
export const inputName = (id: string): string => `${capital(id)}Input`
export const familyName = (family: string): string => `${capital(family)}Family`
export const eventName = (type: string): string => `${pascal(type)}Event`
