import { mainJourney } from './main-journey.ts'
import { PHONE } from './person.ts'

mainJourney('the embedded database, on a phone', { device: PHONE })
