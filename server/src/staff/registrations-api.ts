import { confirmRegistration, getRegistration, registerPublisher } from '@clinic/contract/staff/registrations.ts'
import * as registrations from '../domain/publishers/register.ts'
import { type Implementation, implement } from '../kernel/implement.ts'

/** How people who make plugins get a login. */
export const registrationsApi = (signup: registrations.Signup): readonly Implementation[] => [
  implement(registerPublisher, async (visit, input) => {
    await registrations.register(visit, input, signup)
    return { data: { accepted: true } }
  }),
  implement(getRegistration, async (visit, { token }) => ({
    data: await registrations.registrationOf(visit, token),
  })),
  implement(confirmRegistration, async (visit, input) => ({
    data: { email: await registrations.confirmRegistration(visit, input), confirmed: true },
  })),
]
