/** Forms of the names in Compute's paths, by the path's variable. Reservations go by name or by numeric id. */
export const computeNames = {
  project:
    /^(?:(?:[-a-z0-9]{1,63}\.)*(?:[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?):)?(?:[0-9]{1,19}|(?:[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?))$/,
  zone: /^[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?$/,
  reservation: /^(?:[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?|[1-9][0-9]{0,19})$/,
  operation: /^[-a-zA-Z0-9]{1,63}$/,
} as const;
