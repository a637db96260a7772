import { mainJourney } from './main-journey.ts'
import { DESKTOP } from './person.ts'

mainJourney('the embedded database, at a desk', { device: DESKTOP })
