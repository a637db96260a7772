import { useSyncExternalStore } from 'react'
import type { Observable } from './observable.ts'

/** The present value. On the server it is the first value. */
export const useObserved = <T>({ subscribe, now }: Observable<T>): T => useSyncExternalStore(subscribe, now, now)
