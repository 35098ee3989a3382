import { createContext } from 'react'
import type { Link } from '../../data/answers.ts'

/** The link of the card whose menu is open. */
export const CardLink = createContext<Link | null>(null)
