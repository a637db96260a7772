/**
 * The address of a store is invalid, or the store refuses its user. `message` says why and names the setting. Waiting does not
 * help: the operator must correct it.
 */
export class BadStoreAddress extends Error {
  override readonly name = 'BadStoreAddress'
  readonly code = 'bad_store_address'
}
