package main

import (
	"net"
	"os"
	"strings"
)

// What the system's service manager is told.
const (
	notifyReady    = "READY=1"
	notifyStopping = "STOPPING=1"
)

// notify tells the service manager, where there is one, how the service is: a datagram to the socket
// that systemd names. A name that begins with @ is one of no file.
func notify(state string) error {
	name := os.Getenv("NOTIFY_SOCKET")
	if name == "" {
		return nil
	}
	if rest, ok := strings.CutPrefix(name, "@"); ok {
		name = "\x00" + rest
	}
	c, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		return err
	}
	defer c.Close()
	_, err = c.Write([]byte(state))
	return err
}

// tell notifies, and logs where that fails: the service works all the same.
func (svc *service) tell(state string) {
	if err := notify(state); err != nil {
		svc.log.Warn("the service manager cannot be told", "state", state, "error", err)
	}
}
