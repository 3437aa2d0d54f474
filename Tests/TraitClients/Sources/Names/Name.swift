/// A target of a client with a plain name, which no target of the package has.
public enum Name {}
