import { DataPage } from '../features/data/data-page.tsx'
import { fetchOfflineKinds } from './fetch-offline-kinds.ts'

/** /settings/data */
export const Component = () => <DataPage offlineKinds={fetchOfflineKinds} />
