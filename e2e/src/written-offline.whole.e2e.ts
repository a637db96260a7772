import { PHONE } from './person.ts'
import { writtenOffline } from './written-offline.ts'

writtenOffline('phone', PHONE)
