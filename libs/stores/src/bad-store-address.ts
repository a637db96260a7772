/**
 * The address of a store is invalid, or the store refuses its user. `message` names the setting and the reason. Waiting
 * does not help, because the operator must correct the setting.
 */
export class BadStoreAddress extends Error {
  override readonly name = 'BadStoreAddress'
  readonly code = 'bad_store_address'
}
