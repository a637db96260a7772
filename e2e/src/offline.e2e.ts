import { PHONE } from './person.ts'
import { readOffline } from './read-offline.ts'

readOffline('on a phone', PHONE)
