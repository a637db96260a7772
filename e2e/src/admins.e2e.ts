import { adminJourney } from './admin-journey.ts'

adminJourney('en')
