import { DataPage } from '../features/data/data-page.tsx'
import { KINDS } from './kinds.ts'

/** /settings/data */
export const Component = () => <DataPage kinds={KINDS} />
