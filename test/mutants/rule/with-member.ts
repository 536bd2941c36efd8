/** A member of a port as what stands around it sees it, whatever it is. */
export type Called = (...given: readonly unknown[]) => unknown;

/** What is made of some members of a port. */
export type Changes<Port> = {
  readonly [Name in keyof Port]?: (real: NonNullable<Port[Name]>) => NonNullable<Port[Name]>;
};

/** The same port with some members in the place of its own. All else goes to the port, which sees no difference. */
export function withMembers<Port extends object>(port: Port, changes: Changes<Port>): Port {
  return around(port, (member, real) => {
    const change = changes[member as keyof Port];
    return change === undefined ? real : (change(real as never) as Called);
  });
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
