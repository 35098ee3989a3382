import { EventStoreDBClient } from '@eventstore/db-client'

/** The client without our wrapper. The embedded event store reads its secret from the connection's name. */
export const bareClient = ({ url, secret }: { url: string; secret: string }): EventStoreDBClient =>
  EventStoreDBClient.connectionString(`${url}&connectionName=${encodeURIComponent(secret)}`)
