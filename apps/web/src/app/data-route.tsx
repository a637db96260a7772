import { DataPage } from '../features/data/data-page.tsx'
import { fetchOfflineKinds } from './fetch-offline-kinds.ts'

/** The page /settings/data. */
export const Component = () => <DataPage offlineKinds={fetchOfflineKinds} />
