import type { UseQueryResult } from '@tanstack/react-query'

type Asked = Pick<UseQueryResult, 'data' | 'failureReason' | 'errorUpdateCount'>

/**
 * Whether something was asked for in vain: neither the server nor this device has an answer. What the person writes meanwhile is shown
 * all the same. It stays so while it is asked for again.
 */
export const isUnknown = ({ data, failureReason, errorUpdateCount }: Asked): boolean =>
  data === undefined && (failureReason !== null || errorUpdateCount > 0)
