/** What is left to the worker when a person asks for a link to a new password: send it to this person; null: there is none to send. */
export type ResetMailJob = { 'reset-mail': { userId: string | null } }
