/** The dialogs about the account. `please` asks a visitor to log in for an action that needs an account. */
export type AccountDialog = 'please' | 'logIn' | 'signUp'
