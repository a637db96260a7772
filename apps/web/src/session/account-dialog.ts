/** The open dialog about the account. `please`: the person tried something that needs an account. */
export type AccountDialog = 'please' | 'logIn' | 'signUp'
