import { translate } from '@pathlight/stores/mongo-client.ts'
import { type Binary, MongoServerError } from 'mongodb'

/** https://www.mongodb.com/docs/manual/reference/error-codes/ */
const DUPLICATE_KEY = 11_000

/** All that must change together is in one document, so no transaction is needed. */
export type UserDocument = {
  _id: string
  username: string
  email: string
  usernameKey: string
  emailKey: string
  passwordHash: string
  language: 'en' | 'ko'
  createdAt: Date
  /** Null: the account is closed and its personal data can never be read again. */
  wrappedDataKey: Binary | null
  /** Sessions and reset links of another generation have ended, whether or not their documents are gone yet. */
  generation: number
}

/** Runs it, with MongoDB's own errors of reachability turned into StoreUnavailable. */
export async function reach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw translate(error)
  }
}

/** False: a document with the same unique key is there already. */
export async function inserts(insert: () => Promise<unknown>): Promise<boolean> {
  try {
    await insert()
    return true
  } catch (error) {
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return false
    throw error
  }
}
