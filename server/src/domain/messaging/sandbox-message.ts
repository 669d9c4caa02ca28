/** What a message that was kept instead of being sent is sealed for: mails hold links that let people in. */
export const sandboxMessagePurpose = (companyId: string, id: string): string => `sandbox message ${companyId} ${id}`
