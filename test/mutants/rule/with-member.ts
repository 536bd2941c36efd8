/** A member of a port as what stands around it sees it. */
export type Called = (...given: readonly unknown[]) => unknown;

/** The same port with one member in the place of its own. All else goes to the port, which never sees the difference. */
export function withMember<Port extends object>(port: Port, name: keyof Port, change: (real: Called) => Called): Port {
  return around(port, (member, real) => (member === name ? change(real) : real));
}

/** The same port with each member changed. A member is changed once, when it is asked for first. */
export function around<Port extends object>(
  port: Port,
  change: (member: string | symbol, real: Called) => Called,
): Port {
  const members = new Map<string | symbol, Called>();
  return new Proxy(port, {
    get: (target, member) => {
      const value: unknown = Reflect.get(target, member, target);
      if (typeof value !== "function") return value;
      const made = members.get(member) ?? change(member, (...given) => Reflect.apply(value, target, given) as unknown);
      members.set(member, made);
      return made;
    },
  });
}
