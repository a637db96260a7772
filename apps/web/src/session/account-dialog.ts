/** The open dialog about the account. `please` is for a person who tried something that needs an account. */
export type AccountDialog = 'please' | 'logIn' | 'signUp'
