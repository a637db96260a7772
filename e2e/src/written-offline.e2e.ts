import { DESKTOP } from './person.ts'
import { writtenOffline } from './written-offline.ts'

writtenOffline('desk', DESKTOP)
