/** Which of the account's dialogs is open. `please`: something was tried that needs an account. */
export type AccountDialog = 'please' | 'logIn' | 'signUp'
