import type { LedgerRow } from '@lectern/contracts/api/imports.ts'
import type { ReactNode } from 'react'
import { formatCount } from '../../lib/format.ts'

type Props = {
  rows: readonly LedgerRow[]
  /** Of the last column. */
  heading?: string
  reasonOf: (row: LedgerRow) => ReactNode
}

const CELL = 'py-2 pr-3 align-top last:pr-0'

/** Rows of an imported file, and what became of each. */
export const LedgerTable = ({ rows, heading = 'Reason', reasonOf }: Props) => (
  <table className="mt-2 w-full table-fixed border-collapse text-left max-sm:text-meta">
    <thead className="text-meta text-ink-2">
      <tr className="border-b border-line">
        <th scope="col" className={`${CELL} w-16 font-semibold sm:w-20`}>
          Row
        </th>
        <th scope="col" className={`${CELL} font-semibold`}>
          Address
        </th>
        <th scope="col" className={`${CELL} font-semibold`}>
          {heading}
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row may have several entries, and entries keep their order
        <tr key={index} className="border-b border-line">
          <td className={`${CELL} tabular text-ink-2`}>{formatCount(each.row)}</td>
          <td className={CELL}>
            {each.url ? (
              <span dir="ltr" title={each.url} className="line-clamp-2 break-all">
                {each.url}
              </span>
            ) : (
              <span className="text-ink-3">
                {each.linkId === null ? 'No address' : 'The article of this row'}
              </span>
            )}
          </td>
          <td className={CELL}>{reasonOf(each)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
